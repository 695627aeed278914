import * as Type from 'typebox';

export const ImportOptions = Type.Object({ onlyValid: Type.Boolean() });
