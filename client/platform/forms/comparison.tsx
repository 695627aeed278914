import './comparison.css';
import { forms as messages } from '#platform/messages/forms.ts';
import { intl } from '#platform/language/intl.ts';
import { Button } from '#platform/ui/button.tsx';

type Side = 'mine' | 'theirs';

/** A field that the user and somebody else have changed. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  /** ID of the field's control. */
  readonly id: string | undefined;
  /** Format of the schema, such as `date`. */
  readonly format: string | undefined;
  /** Side that the field shows. */
  readonly inForm: Side;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface ComparisonProps {
  readonly differences: readonly Difference[];
  readonly choose: (name: string, side: Side) => void;
  readonly dismiss: () => void;
  /** Sends the form again, after the call has been refused. */
  readonly send: (() => void) | undefined;
}

const SIDES = ['mine', 'theirs'] as const;
/** Length in characters from which the texts are one above the other. */
const LONG = 60;

/** Compares the user's input with what somebody else has saved meanwhile, and lets the user choose. */
export function Comparison({ differences, choose, dismiss, send }: ComparisonProps) {
  const takeAll = (side: Side): void => {
    for (const { name } of differences) choose(name, side);
    dismiss();
    // Waits until the form shows the choice.
    if (side === 'mine' && send) setTimeout(send);
  };
  return (
    <div className="comparison" role="group" aria-label={messages.compare} tabIndex={-1}>
      {differences.map((difference) => {
        const { name, label } = difference;
        const texts = {
          mine: shownText(difference.mine, difference),
          theirs: shownText(difference.theirs, difference),
        };
        const isInForm = (side: Side) => difference.inForm === side;
        const isLong = SIDES.some((side) => texts[side].length > LONG || texts[side].includes('\n'));
        return (
          <div key={name} role="group" aria-label={label}>
            <p className="comparison-label">{label}</p>
            <div className="comparison-sides" data-long={isLong}>
              {SIDES.map((side) => (
                <div key={side} className="comparison-side">
                  <p className="field-hint">{messages[side]}</p>
                  <p className="comparison-text">{texts[side]}</p>
                  {differences.length > 1 && (
                    <Button
                      variant={isInForm(side) ? 'primary' : 'quiet'}
                      size="small"
                      aria-label={`${messages.use[side]}: ${label}`}
                      aria-pressed={isInForm(side)}
                      onClick={() => choose(name, side)}
                    >
                      {messages.use[side]}
                    </Button>
                  )}
                </div>
              ))}
            </div>
          </div>
        );
      })}
      <div className="actions">
        <Button variant="quiet" onClick={() => takeAll('mine')}>
          {send ? messages.sendMine : messages.keepMine}
        </Button>
        <Button variant="quiet" onClick={() => takeAll('theirs')}>
          {messages.keepTheirs}
        </Button>
      </div>
    </div>
  );
}

function shownText(value: unknown, { id, format }: Partial<Difference> = {}): string {
  if (value === null || value === undefined || value === '') return messages.empty;
  if (Array.isArray(value)) return value.map((item) => shownText(item)).join('\n') || messages.empty;
  if (typeof value === 'object')
    return Object.values(value)
      .map((member) => shownText(member))
      .join(', ');
  if (typeof value === 'boolean') return value ? messages.yes : messages.no;
  if (typeof value === 'number') return intl('NumberFormat', { maximumFractionDigits: 20 }).format(value);
  const text = value as string;
  const control = id ? document.getElementById(id) : null;
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.value === text)?.text ?? text;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  if (format === 'date') return intl('DateTimeFormat', { dateStyle: 'medium', timeZone: 'UTC' }).format(time);
  if (format === 'date-time')
    return intl('DateTimeFormat', { dateStyle: 'medium', timeStyle: 'short' }).format(time);
  return text;
}
