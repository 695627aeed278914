import './image-preview.css';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { files as messages } from '#platform/messages/deferred.ts';
import { forms } from '#platform/messages/forms.ts';
import { Button } from '#platform/ui/button.tsx';

interface Props {
  /** URL of the stored image, shown until the user chooses another. */
  readonly stored?: string | undefined;
  /** Alternative text of the stored image. */
  readonly alt: string;
  /** A file input: the `.File` of a form, or a `Field`. */
  readonly children: ReactNode;
}

/** Shows the images in a file input before they are sent, each with a button that removes it from the input. Until then, shows the stored image. */
export function ImagePreview({ stored, alt, children }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = inputIn(element.current)?.form;
    const onReset = () => setFiles([]);
    form?.addEventListener('reset', onReset);
    return () => form?.removeEventListener('reset', onReset);
  }, []);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    if (target.type === 'file') setFiles([...(target.files ?? [])]);
  };
  const remove = (removed: File): void => {
    const input = inputIn(element.current);
    if (!input) return;
    const kept = new DataTransfer();
    for (const file of files) if (file !== removed) kept.items.add(file);
    input.files = kept.files;
    input.focus();
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  };
  return (
    <div className="image-preview" ref={element} onChange={onChange}>
      {children}
      {files.map((file, index) => (
        <figure key={`${index} ${file.name}`} aria-label={file.name}>
          <ChosenImage file={file} />
          <Button variant="quiet" size="small" onClick={() => remove(file)}>
            {forms.remove(file.name)}
          </Button>
        </figure>
      ))}
      {files.length === 0 && stored !== undefined && <StoredImage key={stored} src={stored} alt={alt} />}
    </div>
  );
}

const inputIn = (element: HTMLElement | null) => element?.querySelector<HTMLInputElement>('[type=file]');

function StoredImage({ src, alt }: { readonly src: string; readonly alt: string }) {
  const [isBroken, setBroken] = useState(false);
  return isBroken ? (
    <p>{messages.noPreview(alt)}</p>
  ) : (
    <img src={src} alt={alt} onError={() => setBroken(true)} />
  );
}

/** Longest side of a preview in CSS pixels, as in the style sheet. */
const SIZE = 192;

/** Images are decoded one after the other: ten photos at a time may take half a gigabyte. */
let drawn = Promise.resolve();

function ChosenImage({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const { current } = canvas;
    const draw = async () => current?.isConnected && drawPreview(file, current);
    drawn = drawn.then(draw).then(
      () => setBroken(false),
      () => setBroken(true),
    );
  }, [file]);
  return (
    <>
      <canvas ref={canvas} width={0} height={0} hidden={isBroken} />
      <output>{isBroken && messages.noPreview(file.name)}</output>
    </>
  );
}

/** Draws a small copy. The content security policy would block an `<img>` with a `blob:` or `data:` URL. Rejects if the file is not an intact image. */
async function drawPreview(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const image = await createImageBitmap(file);
  const { width, height } = image;
  const scale = Math.min(1, (SIZE * devicePixelRatio) / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
}
