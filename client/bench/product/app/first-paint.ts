import '#ui/styles/tokens.css';
import '#ui/styles/base.css';
import '#ui/skeleton.css';
// Both screens use these components.
import '../parts.tsx';
