import Type from 'typebox';

export const NewTitle = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 20 }),
  copies: Type.Integer({ minimum: 1 }),
});
