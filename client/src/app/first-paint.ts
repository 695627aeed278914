// Styles of the layout and the placeholders. The build inlines them into the document.
import '#ui/styles/tokens.css';
import '#ui/styles/base.css';
import '#ui/skeleton.css';
import '#ui/page.css';
import './layout.css';
import '../features/specification/specification.css';
