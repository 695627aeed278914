import { platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/constants.ts';
/** A body of bytes is handed on as it comes, up to the limit of every body. */
export function acceptBytes(app, mediaType) {
  if (app.hasContentTypeParser(mediaType)) return;
  app.addContentTypeParser(mediaType, (_request, payload, done) => {
    let size = 0;
    const counted = async function* (parts) {
      for await (const part of parts) {
        size += part.length;
        if (size > limits.BODY_BYTES) throw platformError('body-too-large');
        yield part;
      }
    };
    done(null, payload.compose(counted));
  });
}
