import type { errors } from '@web/bff/contract/errors';
import { Scan, type uploadCalls } from '@web/bff/platform/test/calls/upload-calls';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { createForm } from '#platform/forms/create-form.tsx';
import { ImagePreview } from '#platform/forms/elements/image-preview.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Links } from './links.tsx';

const Form = (createForm as unknown as CreateForm<typeof uploadCalls, typeof errors>)(
  'POST /test/uploads/:folder',
  Scan,
);

export function Component() {
  const [result, setResult] = useState('');
  const { search } = useLocation();
  const stored = new URLSearchParams(search).get('stored') ?? undefined;
  const [isOpen, setOpen] = useState(false);
  const form = (
    <Form request={{ params: { folder: 'x' } }} onSuccess={({ body }) => setResult(JSON.stringify(body))}>
      <Form.Field name="title" label="Title" />
      <ImagePreview stored={stored} alt="The last scan">
        <Form.File name="scan" label="Scans" multiple />
      </ImagePreview>
      <button type="reset">Reset</button>
      <Form.Submit pending="Sending …">Send</Form.Submit>
    </Form>
  );
  return (
    <>
      <h1>Scanning</h1>
      {!isOpen && form}
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Scan in a dialog
      </Button>
      <Dialog open={isOpen} title="Scan" keep onClose={() => setOpen(false)}>
        {form}
      </Dialog>
      <p>{result}</p>
      <Links />
    </>
  );
}
