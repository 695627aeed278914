import './gallery-screen.css';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { UploadProgress } from '#ui/upload-progress.tsx';
import { ButtonSamples } from './button-samples.tsx';
import { DialogSamples } from './dialog-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { FormSamples } from './form-samples.tsx';
import { LinkSamples } from './link-samples.tsx';
import { NoticeSamples } from './notice-samples.tsx';
import { TableSamples } from './table-samples.tsx';

const samples = {
  Buttons: ButtonSamples,
  Links: LinkSamples,
  Fields: FieldSamples,
  Forms: FormSamples,
  Tables: TableSamples,
  Notices: NoticeSamples,
  Dialogs: DialogSamples,
  Uploads: () =>
    [0.4, 1].map((share) => <UploadProgress key={share} label={`Upload ${share}`} share={share} />),
  Skeletons: () =>
    (['title', 'text', 'block'] as const).map((shape) => (
      <Skeleton key={shape} label={`Loading: ${shape}`} shape={shape} count={shape === 'text' ? 4 : 1} />
    )),
};

/** Every component in every state; in development only, and what the visual tests look at. */
export function Component() {
  return (
    <Page
      heading="Gallery"
      lead="Every component in every state. It is shown in development only; a product takes from here what it needs."
      actions={
        <Link to="/" variant="quiet">
          Specification
        </Link>
      }
    >
      <div>
        {Object.entries(samples).map(([name, Samples], index) => (
          <section key={name} className="gallery-section" aria-labelledby={`gallery-${index}`}>
            <h2 id={`gallery-${index}`}>{name}</h2>
            <div className="gallery-samples">
              <Samples />
            </div>
          </section>
        ))}
      </div>
    </Page>
  );
}
