import { openapi } from './calls/openapi.ts';
import { productModules } from './product-modules.ts';

// `npm run --silent openapi` prints the OpenAPI document.
console.log(JSON.stringify(openapi(productModules), undefined, 2));
