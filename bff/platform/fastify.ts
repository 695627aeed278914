import type { Readable } from 'node:stream';
import type { Registry } from '@prometheus-io/client';
import type { OpenStreams } from './calls/open-streams.ts';
import type { Deadline } from './http/deadlines.ts';
import type { UploadedFile } from './contract/content.ts';
import type { Anonymous } from './contract/session/define-session.ts';
import type { Session } from './contract/product/session.ts';
import type { SessionRecord } from './session/store/session-store.ts';
import type { SignIn } from './session/sessions.ts';
import type { StartSpan } from './contract/span.ts';
import type { Open } from './upstreams/register.ts';
import type { ServicesOf } from './services/define-service.ts';
import type { services } from './product/services.ts';
import type { Settings } from './product/settings.ts';

declare global {
  /** `true` in builds, which drop the code for development. Undefined when running from source. */
  var IS_BUNDLE: true | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
    upstreamStates: Open['states'];
    settings: Settings;
    /** Undefined if the contract declares no session. */
    signIn: SignIn | undefined;
    eventStreams: OpenStreams;
    startSpan: StartSpan | undefined;
    services: ServicesOf<typeof services>;
  }
  interface FastifyRequest {
    deadline: Deadline;
    uploads: AsyncIterable<UploadedFile<string, Readable>> | undefined;
    session: Session | Anonymous;
    /** True if the role of the request has the permission. */
    can: (permission: string) => boolean;
    /** Stored session: null if there is none, undefined if the store is unavailable. */
    sessionRecord: SessionRecord | null | undefined;
    /** Key by which clients get fair shares of the limits of upstreams: the session's subject or, without a session, the IPv4 address or IPv6 /48. */
    client: string;
    /** Marks the request as waiting for an upstream, until the returned function is called. */
    waitsForUpstream: () => () => void;
    /** Clients of the backend services. Upstream requests get the id of this request, and time out before its deadline. */
    upstreams: ReturnType<Open['bind']>;
  }
  interface FastifyContextConfig {
    permission?: string;
    deadlineMs?: number | undefined;
    compress?: false | undefined;
    /** False if the request does not extend its session. */
    extendsSession?: boolean;
    /** True if the browser itself sends the request, without the CSRF header. */
    sentByBrowser?: true;
  }
}
