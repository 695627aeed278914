// Styles of the layout and the placeholders. The build inlines them into the document.
import './tokens.css';
import '#platform/ui/styles/base.css';
import '#platform/ui/skeleton.css';
import '#platform/ui/page.css';
import '#platform/ui/table.css';
import './layout.css';
