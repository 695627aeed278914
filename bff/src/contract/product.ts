/** Point 1: the product's name and its purpose (`null` until it is decided), in the first of the languages. */
export const product: Product = {
  name: 'Web application',
  purpose: null,
};

interface Product {
  readonly name: string;
  readonly purpose: string | null;
}
