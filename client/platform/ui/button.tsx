import './button.css';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';

interface Props extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'quiet' | 'danger' | undefined;
  /** `small` is for buttons in table rows and toolbars. */
  readonly size?: 'small' | undefined;
  /** Text while the action is in progress: `pending={saving && 'Saving …'}`. */
  readonly pending?: string | false | undefined;
}

/** A button. A pending button ignores clicks but stays focusable, unlike a disabled one. */
export function Button(props: Props) {
  const { variant = 'primary', size, pending, onClick, className, children, ...button } = props;
  const ignore = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className={classNames('button', className)}
      data-variant={variant}
      data-size={size}
      aria-disabled={pending ? true : undefined}
      onClick={pending ? ignore : onClick}
      {...button}
    >
      {pending || children}
    </button>
  );
}
