import type { NewNote } from '@web/bff/contract/entities/note';
import { messages } from '#messages/notes.ts';
import { FieldRow } from '#platform/forms/elements/field-row.tsx';
import type { FormComponents } from '#platform/forms/form-types.ts';
import { Values } from '#platform/forms/values.tsx';

const { form: texts, audiences, teams } = messages;

/** The fields of a note, in the form for a new one and in the form for a change. */
export const NoteFields = ({ of: Form }: { readonly of: FormComponents<NewNote> }) => (
  <>
    <Form.Field name="title" label={texts.title} hint={texts.titleHint} />
    <Form.TextArea name="text" label={texts.text} rows={6} />
    <FieldRow>
      <Form.Field name="shownFrom" label={texts.from} />
      <Form.Field name="shownUntil" label={texts.until} />
    </FieldRow>
    <Form.Group name="audience" legend={texts.audience}>
      {(Audience) => (
        <>
          <Audience.Select name="kind" label={texts.kind}>
            {(['everybody', 'team', 'person'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {audiences[kind]}
              </option>
            ))}
          </Audience.Select>
          <Values of={Audience}>
            {({ kind }) => (
              <>
                <div hidden={kind !== 'team'}>
                  <Audience.Select name="team" label={texts.team}>
                    {(['design', 'engineering', 'sales'] as const).map((team) => (
                      <option key={team} value={team}>
                        {teams[team]}
                      </option>
                    ))}
                  </Audience.Select>
                </div>
                <div hidden={kind !== 'person'}>
                  <Audience.Field name="email" label={texts.email} />
                </div>
              </>
            )}
          </Values>
        </>
      )}
    </Form.Group>
    <Form.List name="tasks" legend={texts.tasks} item={texts.task} add={texts.addTask}>
      {(Task) => (
        <>
          <Task.Field name="text" label={texts.what} />
          <Task.Checkbox name="done" label={texts.done} />
        </>
      )}
    </Form.List>
  </>
);
