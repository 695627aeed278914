import Type from 'typebox';

export type SettingSchemas = Readonly<Record<string, Type.TSchema>>;

/** Declares settings: a schema for each environment variable. The schema's `description` completes the error "expected …". */
export const defineSettings = <S extends SettingSchemas>(settings: S): S => settings;

export type ValuesOf<S> = S extends Type.TProperties ? Readonly<Type.Static<Type.TObject<S>>> : never;

/** Schema of a secret of at least 8 characters, which can also be read from the file that `<NAME>_FILE` names. The secret is never logged. */
export const secret = (description = 'a secret of at least 8 characters') =>
  Type.String({ minLength: 8, description, writeOnly: true });

export const isSecret = (schema: Type.TSchema): boolean => 'writeOnly' in schema && schema.writeOnly === true;
