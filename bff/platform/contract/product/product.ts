export { product } from '#contract/product.ts';
