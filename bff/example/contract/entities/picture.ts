import * as Type from 'typebox';

export const Picture = Type.Object({ caption: Type.String({ minLength: 1, maxLength: 120 }) });
