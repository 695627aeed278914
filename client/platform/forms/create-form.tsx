import type { calls } from '@web/bff/platform/contract/product/calls';
import type { errors } from '@web/bff/platform/contract/product/errors';
import type { SchemaNode } from '@web/bff/platform/contract/schema/schema-node';
import {
  type ComponentProps,
  type ComponentType,
  type HTMLInputTypeAttribute,
  lazy,
  Suspense,
  useContext,
  useId,
} from 'react';
import { createPortal } from 'react-dom';
import { components as messages } from '#platform/messages/first-load.ts';
import { Button } from '#platform/ui/button.tsx';
import { DialogFooter } from '#platform/ui/dialog-footer.ts';
import { Checkbox, Field, Select, TextArea } from './elements/field.tsx';
import { BoundForm } from './bound-form.tsx';
import type { VersionPart } from './version.ts';
import { useBound, useFormState, useShownField } from './form-context.ts';
import type { CreateForm } from './form-types.ts';
import { groupsOf } from './groups.tsx';
import { Steps } from './steps.tsx';

const INPUT_TYPES: Readonly<Record<string, HTMLInputTypeAttribute>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  email: 'email',
  uri: 'url',
};

/** Input attributes for a schema. A number is a text input, because its format depends on the locale. */
function inputFor(node: SchemaNode): Pick<ComponentProps<'input'>, 'type' | 'inputMode'> {
  if (node.kind === 'integer') return { inputMode: 'numeric' };
  if (node.kind === 'number') return { inputMode: 'decimal' };
  return { type: INPUT_TYPES[node.keywords.format ?? ''] ?? 'text' };
}

interface BoundProps {
  readonly name?: string;
  readonly label: string;
  readonly id?: string;
}

/** Binds a control to a member of the body, with attributes derived from its schema and value. */
const bind = <P extends object>(
  Control: ComponentType<P>,
  attributesOf: (bound: ReturnType<typeof useBound>) => object,
) =>
  function BoundControl({ name, ...props }: BoundProps) {
    const bound = useBound(name, props.label, props.id);
    const { id, error } = bound;
    const attributes = { ...attributesOf(bound), ...props, id, name: bound.name, error };
    return <Control {...(attributes as unknown as P)} />;
  };

/** If it fails to load, the file still has its error. */
const RowErrors = lazy(() =>
  import('./elements/failed-rows.tsx').then(
    ({ RowErrors }): { default: ComponentType<ComponentProps<typeof RowErrors>> } => ({ default: RowErrors }),
    () => ({ default: () => null }),
  ),
);

interface FileProps extends ComponentProps<typeof Field> {
  readonly columns?: Readonly<Record<string, string>>;
}

/** File input for the call's `files`. The BFF validates the files; the input shows the BFF's errors, and the rows that they are about. */
function File({ columns, ...props }: FileProps) {
  const { name } = props;
  const { errors, problem } = useFormState();
  const id = useShownField(name, props.label, props.id);
  const error = errors.get(name);
  const rows = problem?.errors?.filter(({ pointer }) => pointer.startsWith(`/${name}/`));
  return (
    <>
      <Field {...props} id={id} type="file" error={error} />
      {error && rows?.[0] && (
        <Suspense>
          <RowErrors errors={rows} columns={columns} />
        </Suspense>
      )}
    </>
  );
}

/** Submit button, rendered into the dialog's footer if the form is in a dialog. */
function Submit(props: ComponentProps<typeof Button>) {
  const { pending, processing, pressed, formId } = useFormState();
  const footer = useContext(DialogFooter);
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const text = (!pressed || pressed === id) && (processing ? messages.processing : props.pending);
  const button = <Button {...props} id={id} type="submit" form={formId} pending={pending && text} />;
  return footer ? createPortal(button, footer) : button;
}

const parts: object = {
  Field: bind(Field, ({ node, text }) => ({ ...inputFor(node), defaultValue: text })),
  TextArea: bind(TextArea, ({ text }) => ({ defaultValue: text })),
  // `useBound` chooses the option, which may come late.
  Select: bind(Select, () => ({})),
  Checkbox: bind(Checkbox, ({ text }) => ({ value: 'true', defaultChecked: text === 'true' })),
  File,
  ...groupsOf(() => parts),
  Steps,
  Submit,
};

type FormOfCallProps = Omit<ComponentProps<typeof BoundForm>, 'call' | 'schema' | 'version'> & {
  readonly call?: string;
};

/**
 * Creates a form for a call: `const NoteForm = createForm('POST /notes', NewNote)`, then `<NoteForm><NoteForm.Field name="title" … /></NoteForm>`.
 * `NewNote` is the contract's schema of the body, and determines the types of the fields. Calls with the same body share a form:
 * `createForm(['POST /notes', 'PUT /notes/:noteId'], NewNote)`.
 */
export const createForm = ((
  calls: string | readonly [string, ...string[]],
  schema: object,
  { version }: { readonly version?: VersionPart } = {},
) => {
  const [first] = typeof calls === 'string' ? [calls] : calls;
  function FormOfCall({ call = first, ...props }: FormOfCallProps) {
    return <BoundForm {...props} call={call} schema={schema} version={version} />;
  }
  return Object.assign(FormOfCall, parts);
}) as unknown as CreateForm<typeof calls, typeof errors>;
