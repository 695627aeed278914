/** Name and purpose of the product, in the first language (specification, point 1). `purpose` is `null` until decided. */
export const product: Product = {
  name: 'Web application',
  purpose: null,
};

interface Product {
  readonly name: string;
  readonly purpose: string | null;
}
