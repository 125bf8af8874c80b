/** A site as its owner manages it. From a server only: the credential opens everything visitors left. */
import type {
  CreatedSite,
  ImportedSite,
  JsonObject,
  Language,
  LeadList,
  LeadStatus,
  Preview,
  QuestionList,
  RotatedKey,
  SavedProfile,
  SiteBase,
  SiteDetails,
  SiteExport,
  SiteLead,
  SiteList,
  SiteQuestion,
  SiteSummary,
  TaughtQuestion,
} from '@baraza/contract';
import { segment } from '../transport/address.ts';
import { bearer, type Call, type CallOptions, type EntityTag } from '../transport/call.ts';
import { iteratePages, pageSizeDefault } from '../transport/pages.ts';
import { repeatAlways, repeatRefused } from '../transport/retry.ts';
import { createTransport, type TransportOptions } from '../transport/transport.ts';
import type { AskOptions } from './site.ts';

export type SiteOwnerClientOptions = TransportOptions & {
  /** `osk_…`. It must never be in a page or an application that others hold. */
  readonly ownerKey: string;
};

export type SiteOwnerClient = {
  readonly sites: (options?: CallOptions) => Promise<SiteList>;
  readonly create: (
    id: string,
    profile?: JsonObject,
    options?: CallOptions,
  ) => Promise<CreatedSite>;
  readonly get: (site: string, options?: CallOptions) => Promise<SiteDetails>;
  /** Saves the whole profile; the next question is answered from it. */
  readonly saveProfile: (
    site: string,
    profile: JsonObject,
    options?: CallOptions & { readonly ifMatch?: EntityTag | undefined },
  ) => Promise<SavedProfile>;
  /** The old key has stopped working when this answers. */
  readonly rotateKey: (site: string, options?: CallOptions) => Promise<RotatedKey>;
  /** For good: the profile, the questions and the leads. */
  readonly delete: (site: string, options?: CallOptions) => Promise<void>;
  readonly pause: (site: string, options?: CallOptions) => Promise<SiteSummary>;
  readonly resume: (site: string, options?: CallOptions) => Promise<SiteSummary>;
  readonly questions: (site: string, options?: ListQuestionsOptions) => Promise<QuestionList>;
  readonly iterateQuestions: (
    site: string,
    options?: ListQuestionsOptions,
  ) => AsyncGenerator<SiteQuestion, void, undefined>;
  /** Makes the answer approved information, and shows the question asked again. */
  readonly teach: (
    site: string,
    questionId: string,
    lesson: Lesson,
    options?: CallOptions,
  ) => Promise<TaughtQuestion>;
  readonly dismiss: (site: string, questionId: string, options?: CallOptions) => Promise<void>;
  readonly deleteQuestion: (site: string, id: string, options?: CallOptions) => Promise<void>;
  readonly leads: (site: string, options?: ListLeadsOptions) => Promise<LeadList>;
  readonly iterateLeads: (
    site: string,
    options?: ListLeadsOptions,
  ) => AsyncGenerator<SiteLead, void, undefined>;
  readonly setLeadStatus: (
    site: string,
    leadId: string,
    status: LeadStatus,
    options?: CallOptions,
  ) => Promise<SiteLead>;
  readonly deleteLead: (site: string, leadId: string, options?: CallOptions) => Promise<void>;
  /** Asks a profile that is not saved: nothing is stored and nothing counted. */
  readonly preview: (site: string, question: string, options?: PreviewOptions) => Promise<Preview>;
  /** The profile with what was taught; what visitors said only where it is asked for. */
  readonly export: (site: string, options?: ExportOptions) => Promise<SiteExport>;
  /** Says where the site lives from now on; null is here again. */
  readonly move: (site: string, base: string | null, options?: CallOptions) => Promise<SiteBase>;
  readonly import: (
    site: string,
    exported: SiteExport,
    options?: CallOptions,
  ) => Promise<ImportedSite>;
};

export type ListQuestionsOptions = CallOptions & {
  readonly unanswered?: boolean | undefined;
  /** Joins those that mean the same. */
  readonly group?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly since?: string | undefined;
  readonly q?: string | undefined;
};

export type ListLeadsOptions = CallOptions & {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly since?: string | undefined;
  readonly status?: LeadStatus | undefined;
};

export type ExportOptions = CallOptions & {
  readonly questions?: boolean | undefined;
  readonly leads?: boolean | undefined;
};

export type Lesson = {
  readonly answer: string;
  readonly language?: Language | undefined;
  readonly url?: string | undefined;
};

export type PreviewOptions = CallOptions &
  Pick<AskOptions, 'history' | 'mode' | 'language'> & {
    /** Instead of the saved one. */
    readonly profile?: JsonObject | undefined;
  };

export function createSiteOwnerClient(options: SiteOwnerClientOptions): SiteOwnerClient {
  assertNoPage();
  const { json } = createTransport(
    options,
    bearer(options.ownerKey, { sendsIdempotencyKeys: false }),
  );
  const of = (site: string, rest = '') => `/v1/admin/sites/${segment(site)}${rest}`;
  const post = <Value>(path: string, body: unknown, call: CallOptions | undefined) =>
    // Without a key of its own a write that was lost must not be sent again.
    json<Value>({ method: 'POST', path, json: body, options: call, repeat: repeatRefused });
  const discard = async (call: Call) => void (await json<unknown>(call));
  const remove = (path: string, call: CallOptions | undefined) =>
    discard({ method: 'DELETE', path, options: call });

  const questions: SiteOwnerClient['questions'] = (site, given = {}) => {
    const { signal, timeoutMs, ...query } = given;
    const call = { signal, timeoutMs };
    return json({ method: 'GET', path: of(site, '/questions'), query, options: call });
  };
  const leads: SiteOwnerClient['leads'] = (site, given = {}) => {
    const { signal, timeoutMs, ...query } = given;
    const call = { signal, timeoutMs };
    return json({ method: 'GET', path: of(site, '/leads'), query, options: call });
  };

  return {
    sites: (call) => json({ method: 'GET', path: '/v1/admin/sites', options: call }),
    create: (id, profile, call) => post('/v1/admin/sites', { id, profile }, call),
    get: (site, call) => json({ method: 'GET', path: of(site), options: call }),
    saveProfile: (site, profile, call) =>
      json({
        method: 'PUT',
        path: of(site, '/profile'),
        json: { profile },
        options: call,
        // With a version to match, a second try could meet the version that the first one made.
        repeat: call?.ifMatch === undefined ? repeatAlways : repeatRefused,
      }),
    rotateKey: (site, call) => post(of(site, '/rotate-key'), undefined, call),
    delete: (site, call) => remove(of(site), call),
    pause: (site, call) => post(of(site, '/pause'), undefined, call),
    resume: (site, call) => post(of(site, '/resume'), undefined, call),
    questions,
    iterateQuestions: (site, given = {}) =>
      iteratePages(
        (cursor) => pageOf(questions(site, { limit: pageSizeDefault, ...given, cursor })),
        (page) => page.questions,
      ),
    teach: (site, id, lesson, call) =>
      post(of(site, `/questions/${segment(id)}/answer`), lesson, call),
    dismiss: async (site, id, call) => {
      await post(of(site, `/questions/${segment(id)}/dismiss`), undefined, call);
    },
    deleteQuestion: (site, id, call) => remove(of(site, `/questions/${segment(id)}`), call),
    leads,
    iterateLeads: (site, given = {}) =>
      iteratePages(
        (cursor) => pageOf(leads(site, { limit: pageSizeDefault, ...given, cursor })),
        (page) => page.leads,
      ),
    setLeadStatus: (site, id, status, call) =>
      json({
        method: 'PATCH',
        path: of(site, `/leads/${segment(id)}`),
        json: { status },
        options: call,
      }),
    deleteLead: (site, id, call) => remove(of(site, `/leads/${segment(id)}`), call),
    preview: (site, question, { profile, history, mode, language, ...call } = {}) =>
      post(of(site, '/preview'), { question, profile, history, mode, language }, call),
    export: (site, { questions: asked, leads: left, ...call } = {}) =>
      json({
        method: 'GET',
        path: of(site, '/export'),
        query: { questions: asked, leads: left },
        options: call,
      }),
    move: (site, base, call) => post(of(site, '/move'), { base }, call),
    import: (site, exported, call) => post(of(site, '/import'), exported, call),
  };
}

// Whoever opens the page could read it there.
function assertNoPage(): void {
  if ('window' in globalThis) {
    throw new TypeError('An owner credential must never be in a page; call from a server.');
  }
}

async function pageOf<Page extends { readonly next: string | null }>(page: Promise<Page>) {
  const { next, ...rest } = await page;
  return { ...rest, nextCursor: next };
}
