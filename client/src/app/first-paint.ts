// The styles of the frame and the placeholders: the build puts them into the document.
import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/skeleton.css';
import './layout.css';
import '../features/specification/specification.css';
