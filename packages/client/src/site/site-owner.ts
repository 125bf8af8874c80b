/** Client for owners of sites. Only for servers: the credential gives access to the data of visitors. */
import type {
  CreatedSite,
  DeletedEntry,
  FeedbackValue,
  ImportedSite,
  JsonObject,
  KeptVersion,
  Language,
  LeadList,
  LeadStatus,
  NoticeTest,
  OriginVerdict,
  Preview,
  ProfileDryRun,
  ProfileList,
  ProfileVersionList,
  Proposals,
  QuestionDetails,
  QuestionList,
  QuestionStatus,
  RotatedKey,
  SavedEntry,
  SavedProfile,
  SiteBase,
  SiteDetails,
  SiteExport,
  SiteGaps,
  SiteLead,
  SiteList,
  SiteQuestion,
  SiteSummary,
  SiteUsageDays,
  TaughtQuestion,
} from '@baraza/contract';
import { type QueryValues, segment } from '../transport/address.ts';
import { bearer, type Call, type CallOptions, type EntityTag } from '../transport/call.ts';
import { iteratePages, pageSizeDefault } from '../transport/pages.ts';
import { repeatAlways, repeatRefused } from '../transport/retry.ts';
import { createTransport, type Transport, type TransportOptions } from '../transport/transport.ts';
import { type OwnerConversations, ownerConversations } from './owner-conversations.ts';
import type { AskOptions } from './site.ts';
import { proposeFrom, type Source, type SourceOptions } from './sources.ts';

export type SiteOwnerClientOptions = TransportOptions & {
  /** `osk_…`. It must never be in a web page or in an application that is distributed. */
  readonly ownerKey: string;
};

export type SiteOwnerClient = OwnerConversations & {
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
    options?: ChangeOptions,
  ) => Promise<SavedProfile>;
  /** The changes and warnings of saving this profile, without saving it. */
  readonly tryProfile: (
    site: string,
    profile: JsonObject,
    options?: ChangeOptions,
  ) => Promise<ProfileDryRun>;
  /** Changes fields outside the lists; null removes one. Without `ifMatch` changes by others are kept. */
  readonly patchProfile: (
    site: string,
    patch: JsonObject,
    options?: ChangeOptions,
  ) => Promise<SavedProfile>;
  readonly addEntry: (
    site: string,
    list: ProfileList,
    entry: JsonObject,
    options?: ChangeOptions,
  ) => Promise<SavedEntry>;
  readonly replaceEntry: (
    site: string,
    list: ProfileList,
    id: string,
    entry: JsonObject,
    options?: ChangeOptions,
  ) => Promise<SavedEntry>;
  /** Also the only way to remove a taught answer. */
  readonly deleteEntry: (
    site: string,
    list: ProfileList,
    id: string,
    options?: ChangeOptions,
  ) => Promise<DeletedEntry>;
  /** The last 100, newest first. */
  readonly versions: (site: string, options?: CallOptions) => Promise<ProfileVersionList>;
  readonly version: (site: string, version: number, options?: CallOptions) => Promise<KeptVersion>;
  /** Makes an earlier version the current one, as a new version. */
  readonly restoreVersion: (
    site: string,
    version: number,
    options?: ChangeOptions,
  ) => Promise<SavedProfile>;
  /**
   * Proposals for the profile from a file, a page or a sitemap. Nothing is saved: add the entries you choose with
   * `addEntry`, and hours with `patchProfile`.
   */
  readonly propose: (site: string, source: Source, options?: SourceOptions) => Promise<Proposals>;
  /** Questions, answers and leads for each day, and the rest of the monthly allowance. */
  readonly usage: (site: string, options?: UsageOptions) => Promise<SiteUsageDays>;
  /** Whether pages of this origin may ask, and why. */
  readonly testOrigin: (
    site: string,
    origin: string,
    options?: CallOptions,
  ) => Promise<OriginVerdict>;
  /** Sends a test notice to every channel in the profile. */
  readonly testNotices: (site: string, options?: CallOptions) => Promise<NoticeTest>;
  /** Sends the link again that confirms the e-mail address for notices. */
  readonly confirmEmail: (site: string, options?: CallOptions) => Promise<{ readonly ok: true }>;
  /** The old key no longer works when this resolves. */
  readonly rotateKey: (site: string, options?: CallOptions) => Promise<RotatedKey>;
  /** Permanently deletes the profile, the questions and the leads. */
  readonly delete: (site: string, options?: CallOptions) => Promise<void>;
  readonly pause: (site: string, options?: CallOptions) => Promise<SiteSummary>;
  readonly resume: (site: string, options?: CallOptions) => Promise<SiteSummary>;
  readonly questions: (site: string, options?: ListQuestionsOptions) => Promise<QuestionList>;
  readonly iterateQuestions: (
    site: string,
    options?: ListQuestionsOptions,
  ) => AsyncGenerator<SiteQuestion, void, undefined>;
  /** One question with the others of its conversation. */
  readonly question: (site: string, id: string, options?: CallOptions) => Promise<QuestionDetails>;
  /** Questions answered from a text in the other language, and entries that no answer has used. */
  readonly gaps: (site: string, options?: GapsOptions) => Promise<SiteGaps>;
  /** Adds the answer to the approved information, and returns the reply to the same question. */
  readonly teach: (
    site: string,
    questionId: string,
    lesson: Lesson,
    options?: CallOptions,
  ) => Promise<TaughtQuestion>;
  readonly dismiss: (site: string, questionId: string, options?: GroupOptions) => Promise<void>;
  /** Reverts `dismiss`. */
  readonly reopen: (site: string, questionId: string, options?: GroupOptions) => Promise<void>;
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
  /** Asks a question without storing or counting it, optionally of an unsaved profile. */
  readonly preview: (site: string, question: string, options?: PreviewOptions) => Promise<Preview>;
  /** The profile with taught answers; data of visitors only if requested. */
  readonly export: (site: string, options?: ExportOptions) => Promise<SiteExport>;
  /** Sets the server of the site; null means this one. */
  readonly move: (site: string, base: string | null, options?: CallOptions) => Promise<SiteBase>;
  readonly import: (
    site: string,
    exported: SiteExport,
    options?: CallOptions,
  ) => Promise<ImportedSite>;
};

export type ChangeOptions = CallOptions & {
  /** The expected version; if it has changed, the call is refused with the code `version`. */
  readonly ifMatch?: EntityTag | undefined;
};

export type ListQuestionsOptions = CallOptions & {
  readonly unanswered?: boolean | undefined;
  /** Groups questions with the same meaning. */
  readonly group?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly since?: string | undefined;
  readonly q?: string | undefined;
  readonly status?: QuestionStatus | undefined;
  readonly feedback?: FeedbackValue | undefined;
};

export type GapsOptions = CallOptions & {
  /** For each of the two lists. */
  readonly limit?: number | undefined;
  readonly since?: string | undefined;
};

export type GroupOptions = CallOptions & {
  /** Also applies to questions with the same meaning. */
  readonly group?: boolean | undefined;
};

export type UsageOptions = CallOptions & {
  /** The number of days, today included; 30 by default. */
  readonly days?: number | undefined;
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
  /** Earlier versions of the profile. */
  readonly versions?: boolean | undefined;
};

export type Lesson = {
  readonly answer: string;
  readonly language?: Language | undefined;
  readonly url?: string | undefined;
};

export type PreviewOptions = CallOptions &
  Pick<AskOptions, 'history' | 'mode' | 'language'> & {
    /** Used instead of the saved profile. */
    readonly profile?: JsonObject | undefined;
  };

export function createSiteOwnerClient(options: SiteOwnerClientOptions): SiteOwnerClient {
  assertNoPage();
  const sender = bearer(options.ownerKey, { sendsIdempotencyKeys: false });
  return siteOwnerOver(createTransport(options, sender));
}

export function siteOwnerOver({ json, open }: Transport): SiteOwnerClient {
  const of = (site: string, rest = '') => `/v1/admin/sites/${segment(site)}${rest}`;
  const entries = (site: string, list: ProfileList) => of(site, `/profile/${segment(list)}`);
  const get = <Value>(path: string, options: CallOptions | undefined, query: QueryValues = {}) =>
    json<Value>({ method: 'GET', path, query, options });
  const post = <Value>(path: string, body: unknown, options: CallOptions | undefined) =>
    // Without an idempotency key, a write whose response was lost must not be repeated.
    json<Value>({ method: 'POST', path, json: body, options, repeat: repeatRefused });
  const change = <Value>(
    method: 'PUT' | 'PATCH',
    path: string,
    body: unknown,
    options: ChangeOptions | undefined,
  ) => {
    // With `ifMatch`, a retry could conflict with the version that the first attempt created.
    const repeat = options?.ifMatch === undefined ? repeatAlways : repeatRefused;
    return json<Value>({ method, path, json: body, options, repeat });
  };
  const discard = async (call: Call) => void (await json<unknown>(call));
  const remove = (path: string, options: CallOptions | undefined) =>
    discard({ method: 'DELETE', path, options });
  const setStatus = (path: string, { group, ...options }: GroupOptions = {}) =>
    discard({ method: 'POST', path, query: { group }, options, repeat: repeatRefused });

  const questions: SiteOwnerClient['questions'] = (site, { signal, timeoutMs, ...query } = {}) =>
    get(of(site, '/questions'), { signal, timeoutMs }, query);
  const leads: SiteOwnerClient['leads'] = (site, { signal, timeoutMs, ...query } = {}) =>
    get(of(site, '/leads'), { signal, timeoutMs }, query);

  return {
    sites: (call) => get('/v1/admin/sites', call),
    create: (id, profile, call) => post('/v1/admin/sites', { id, profile }, call),
    get: (site, call) => get(of(site), call),
    saveProfile: (site, profile, call) => change('PUT', of(site, '/profile'), { profile }, call),
    tryProfile: (site, profile, call) =>
      json({
        method: 'PUT',
        path: of(site, '/profile'),
        query: { dry_run: true },
        json: { profile },
        options: call,
        repeat: repeatAlways,
      }),
    patchProfile: (site, patch, call) => change('PATCH', of(site, '/profile'), patch, call),
    addEntry: (site, list, entry, call) => post(entries(site, list), entry, call),
    replaceEntry: (site, list, id, entry, call) =>
      change('PUT', `${entries(site, list)}/${segment(id)}`, entry, call),
    deleteEntry: (site, list, id, call) =>
      json({
        method: 'DELETE',
        path: `${entries(site, list)}/${segment(id)}`,
        options: call,
        // A retry would get 404 if the first attempt succeeded.
        repeat: repeatRefused,
      }),
    versions: (site, call) => get(of(site, '/profile/versions'), call),
    version: (site, version, call) => get(of(site, `/profile/versions/${version}`), call),
    restoreVersion: (site, version, call) =>
      post(of(site, `/profile/versions/${version}/restore`), undefined, call),
    propose: (site, source, call) => proposeFrom(open, of(site, '/sources'), source, call),
    usage: (site, { days, ...call } = {}) => get(of(site, '/usage'), call, { days }),
    testOrigin: (site, origin, call) => post(of(site, '/origins/test'), { origin }, call),
    testNotices: (site, call) => post(of(site, '/notices/test'), undefined, call),
    confirmEmail: (site, call) => post(of(site, '/notices/confirm'), undefined, call),
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
    question: (site, id, call) => get(of(site, `/questions/${segment(id)}`), call),
    gaps: (site, { limit, since, ...call } = {}) => get(of(site, '/gaps'), call, { limit, since }),
    teach: (site, id, lesson, call) =>
      post(of(site, `/questions/${segment(id)}/answer`), lesson, call),
    dismiss: (site, id, call) => setStatus(of(site, `/questions/${segment(id)}/dismiss`), call),
    reopen: (site, id, call) => setStatus(of(site, `/questions/${segment(id)}/reopen`), call),
    deleteQuestion: (site, id, call) => remove(of(site, `/questions/${segment(id)}`), call),
    leads,
    iterateLeads: (site, given = {}) =>
      iteratePages(
        (cursor) => pageOf(leads(site, { limit: pageSizeDefault, ...given, cursor })),
        (page) => page.leads,
      ),
    setLeadStatus: (site, id, status, options) =>
      json({ method: 'PATCH', path: of(site, `/leads/${segment(id)}`), json: { status }, options }),
    deleteLead: (site, id, call) => remove(of(site, `/leads/${segment(id)}`), call),
    preview: (site, question, { profile, history, mode, language, ...call } = {}) =>
      post(of(site, '/preview'), { question, profile, history, mode, language }, call),
    export: (site, { questions: withQuestions, leads: withLeads, versions, ...call } = {}) =>
      get(of(site, '/export'), call, { questions: withQuestions, leads: withLeads, versions }),
    ...ownerConversations(json),
    move: (site, base, call) => post(of(site, '/move'), { base }, call),
    import: (site, exported, call) => post(of(site, '/import'), exported, call),
  };
}

// Every visitor of the page could read it.
function assertNoPage(): void {
  if ('window' in globalThis) {
    throw new TypeError('An owner credential must never be in a page; call from a server.');
  }
}

async function pageOf<Page extends { readonly next: string | null }>(page: Promise<Page>) {
  const { next, ...rest } = await page;
  return { ...rest, nextCursor: next };
}
