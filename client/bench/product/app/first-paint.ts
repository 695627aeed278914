import '#ui/styles/tokens.css';
import '#ui/styles/base.css';
import '#ui/skeleton.css';
// Both screens show these parts.
import '../parts.tsx';
