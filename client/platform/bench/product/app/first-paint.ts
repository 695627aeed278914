import '../../../../src/app/tokens.css';
import '#platform/ui/styles/base.css';
import '#platform/ui/skeleton.css';
// Both screens use these components.
import '#platform/bench/product/parts.tsx';
