import Type from 'typebox';

export type SettingSchemas = Readonly<Record<string, Type.TSchema>>;

/** Declares settings: a schema for the text of each environment variable. `description` stands in the error: "expected …". */
export const defineSettings = <S extends SettingSchemas>(settings: S): S => settings;

/** The values of settings. */
export type ValuesOf<S> = S extends Type.TProperties ? Readonly<Type.Static<Type.TObject<S>>> : never;

/** A secret of at least 8 characters, also read from the file that `<NAME>_FILE` names. It is never logged. */
export const secret = (description = 'a secret of at least 8 characters') =>
  Type.String({ minLength: 8, description, writeOnly: true });

export const isSecret = (schema: Type.TSchema): boolean => 'writeOnly' in schema && schema.writeOnly === true;
