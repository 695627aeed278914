/** JSON as a backend service would answer, of 1 kB unless LINES says more, and the schema of it. */
import Type from 'typebox';

export const Thing = Type.Object({
  id: Type.String(),
  title: Type.String(),
  state: Type.String(),
  lines: Type.Array(
    Type.Object({ name: Type.String(), count: Type.Integer(), price: Type.Number(), note: Type.String() }),
  ),
});

export const thing = {
  id: '42',
  title: 'A thing of many lines',
  state: 'open',
  lines: Array.from({ length: Number(process.env['LINES'] ?? 11) }, (_, index) => ({
    name: `line number ${index}`,
    count: index,
    price: index * 1.25,
    note: 'as ordered, as sent',
  })),
};

/** Where the measured server listens, and where its backend service is. */
export const [port, upstream] = [Number(process.env['PORT']), String(process.env['UPSTREAM'])];
