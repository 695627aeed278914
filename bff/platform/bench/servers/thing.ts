// Response of the backend service, and its schema. 1 kB by default; LINES sets the number of items in `lines`.
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

/** Port of the measured server, and origin of its backend service. */
export const [port, upstream] = [Number(process.env['PORT']), String(process.env['UPSTREAM'])];
