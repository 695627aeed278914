/** Point 1: what the product is called and what it is for. `purpose: null` says that it is not established yet. */
export const product: Product = {
  name: 'Web application',
  purpose: null,
};

interface Product {
  readonly name: string;
  readonly purpose: string | null;
}
