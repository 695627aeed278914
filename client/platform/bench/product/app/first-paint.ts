import '../../../../src/app/tokens.css';
import '#platform/ui/styles/base.css';
import '#platform/ui/skeleton.css';
// Components of both screens, with their styles.
import '#platform/bench/product/parts.tsx';
