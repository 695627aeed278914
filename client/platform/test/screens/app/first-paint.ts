import '../../../../src/app/tokens.css';
import '#platform/ui/styles/base.css';
import '#platform/ui/skeleton.css';
import '../../../../src/app/layout.css';
