import type { Readable } from 'node:stream';
import type { Registry } from '@prometheus-io/client';
import type { OpenStreams } from '#platform/calls/open-streams.ts';
import type { Deadline } from '#platform/http/deadlines.ts';
import type { UploadedFile } from '#contract/kit/content.ts';
import type { Anonymous } from '#contract/kit/session/define-session.ts';
import type { Session } from '#contract/session.ts';
import type { SessionRecord } from '#platform/session/store/session-store.ts';
import type { SignIn } from '#platform/session/sessions.ts';
import type { StartSpan } from '#contract/kit/span.ts';
import type { Open } from '#upstreams/register.ts';
import type { ServicesOf } from './services/kit/define-service.ts';
import type { services } from './services/all.ts';
import type { Settings } from './settings.ts';

declare global {
  /** `true` in a build, which leaves out what stands in its other branch; undefined where the sources run. */
  var IS_BUNDLE: true | undefined;
}

// What the plugins add to Fastify's types.
declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
    /** The state of each backend service, without its URL. */
    upstreamStates: Open['states'];
    settings: Settings;
    /** Undefined if the contract declares no session. */
    signIn: SignIn | undefined;
    eventStreams: OpenStreams;
    /** Undefined without a collector of traces. */
    startSpan: StartSpan | undefined;
    services: ServicesOf<typeof services>;
  }
  interface FastifyRequest {
    deadline: Deadline;
    /** The files of a form, for the handler of a call that has files. */
    uploads: AsyncIterable<UploadedFile<string, Readable>> | undefined;
    session: Session | Anonymous;
    /** Stored session: null without one, undefined if the store is unavailable. */
    sessionRecord: SessionRecord | null | undefined;
    /** The client, for limits: its session's subject, otherwise its network. */
    client: string;
    /** The client of every backend service, with the deadline and the id of this request. */
    upstreams: ReturnType<Open['bind']>;
  }
  interface FastifyContextConfig {
    permission?: string;
    /** Milliseconds for the handler; `limits.CALL_MS` by default. */
    deadlineMs?: number | undefined;
    /** `false`: the response is never compressed. */
    compress?: false | undefined;
    /** `false`: the request does not postpone the idle end of its session. */
    postponesEnd?: boolean;
    /** `true`: browsers send this request on their own, without the CSRF header field. */
    sentByBrowser?: true;
  }
}
