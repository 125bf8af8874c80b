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
import { ownerConversations } from './owner-conversations.ts';
import type { AskOptions } from './site.ts';
import { proposeFrom, type Source, type SourceOptions } from './sources.ts';

export type SiteOwnerClientOptions = TransportOptions & {
  /** `osk_…`. It must never be in a web page or in an application that is distributed. */
  readonly ownerKey: string;
};

export type SiteOwnerClient = ReturnType<typeof siteOwnerOver>;

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

export function siteOwnerOver({ json, open }: Transport) {
  const pathOf = (site: string, rest = '') => `/v1/admin/sites/${segment(site)}${rest}`;
  const entries = (site: string, list: ProfileList) => pathOf(site, `/profile/${segment(list)}`);
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

  const questions = (
    site: string,
    { signal, timeoutMs, ...query }: ListQuestionsOptions = {},
  ): Promise<QuestionList> => get(pathOf(site, '/questions'), { signal, timeoutMs }, query);
  const leads = (
    site: string,
    { signal, timeoutMs, ...query }: ListLeadsOptions = {},
  ): Promise<LeadList> => get(pathOf(site, '/leads'), { signal, timeoutMs }, query);

  return {
    sites: (call?: CallOptions): Promise<SiteList> => get('/v1/admin/sites', call),
    create: (id: string, profile?: JsonObject, call?: CallOptions): Promise<CreatedSite> =>
      post('/v1/admin/sites', { id, profile }, call),
    get: (site: string, call?: CallOptions): Promise<SiteDetails> => get(pathOf(site), call),
    /** Saves the whole profile; the next question is answered from it. */
    saveProfile: (site: string, profile: JsonObject, call?: ChangeOptions): Promise<SavedProfile> =>
      change('PUT', pathOf(site, '/profile'), { profile }, call),
    /** The changes and warnings of saving this profile, without saving it. */
    tryProfile: (site: string, profile: JsonObject, call?: ChangeOptions): Promise<ProfileDryRun> =>
      json({
        method: 'PUT',
        path: pathOf(site, '/profile'),
        query: { dry_run: true },
        json: { profile },
        options: call,
        repeat: repeatAlways,
      }),
    /** Changes fields outside the lists; null removes one. Without `ifMatch` changes by others are kept. */
    patchProfile: (site: string, patch: JsonObject, call?: ChangeOptions): Promise<SavedProfile> =>
      change('PATCH', pathOf(site, '/profile'), patch, call),
    addEntry: (
      site: string,
      list: ProfileList,
      entry: JsonObject,
      call?: ChangeOptions,
    ): Promise<SavedEntry> => post(entries(site, list), entry, call),
    replaceEntry: (
      site: string,
      list: ProfileList,
      id: string,
      entry: JsonObject,
      call?: ChangeOptions,
    ): Promise<SavedEntry> => change('PUT', `${entries(site, list)}/${segment(id)}`, entry, call),
    /** Also the only way to remove a taught answer. */
    deleteEntry: (
      site: string,
      list: ProfileList,
      id: string,
      call?: ChangeOptions,
    ): Promise<DeletedEntry> =>
      json({
        method: 'DELETE',
        path: `${entries(site, list)}/${segment(id)}`,
        options: call,
        // A retry would get 404 if the first attempt succeeded.
        repeat: repeatRefused,
      }),
    /** The last 100, newest first. */
    versions: (site: string, call?: CallOptions): Promise<ProfileVersionList> =>
      get(pathOf(site, '/profile/versions'), call),
    version: (site: string, version: number, call?: CallOptions): Promise<KeptVersion> =>
      get(pathOf(site, `/profile/versions/${version}`), call),
    /** Makes an earlier version the current one, as a new version. */
    restoreVersion: (site: string, version: number, call?: ChangeOptions): Promise<SavedProfile> =>
      post(pathOf(site, `/profile/versions/${version}/restore`), undefined, call),
    /**
     * Proposals for the profile from a file, a page or a sitemap. Nothing is saved: add the entries you choose with
     * `addEntry`, and hours with `patchProfile`.
     */
    propose: (site: string, source: Source, call?: SourceOptions): Promise<Proposals> =>
      proposeFrom(open, pathOf(site, '/sources'), source, call),
    /** Questions, answers and leads for each day, and the rest of the monthly allowance. */
    usage: (site: string, { days, ...call }: UsageOptions = {}): Promise<SiteUsageDays> =>
      get(pathOf(site, '/usage'), call, { days }),
    /** Whether pages of this origin may ask, and why. */
    testOrigin: (site: string, origin: string, call?: CallOptions): Promise<OriginVerdict> =>
      post(pathOf(site, '/origins/test'), { origin }, call),
    /** Sends a test notice to every channel in the profile. */
    testNotices: (site: string, call?: CallOptions): Promise<NoticeTest> =>
      post(pathOf(site, '/notices/test'), undefined, call),
    /** Sends the link again that confirms the e-mail address for notices. */
    confirmEmail: (site: string, call?: CallOptions): Promise<{ readonly ok: true }> =>
      post(pathOf(site, '/notices/confirm'), undefined, call),
    /** The old key no longer works when this resolves. */
    rotateKey: (site: string, call?: CallOptions): Promise<RotatedKey> =>
      post(pathOf(site, '/rotate-key'), undefined, call),
    /** Permanently deletes the profile, the questions and the leads. */
    delete: (site: string, call?: CallOptions): Promise<void> => remove(pathOf(site), call),
    pause: (site: string, call?: CallOptions): Promise<SiteSummary> =>
      post(pathOf(site, '/pause'), undefined, call),
    resume: (site: string, call?: CallOptions): Promise<SiteSummary> =>
      post(pathOf(site, '/resume'), undefined, call),
    questions,
    iterateQuestions: (
      site: string,
      given: ListQuestionsOptions = {},
    ): AsyncGenerator<SiteQuestion, void, undefined> =>
      iteratePages(
        (cursor) => pageOf(questions(site, { limit: pageSizeDefault, ...given, cursor })),
        (page) => page.questions,
      ),
    /** One question with the others of its conversation. */
    question: (site: string, id: string, call?: CallOptions): Promise<QuestionDetails> =>
      get(pathOf(site, `/questions/${segment(id)}`), call),
    /** Questions answered from a text in the other language, and entries that no answer has used. */
    gaps: (site: string, { limit, since, ...call }: GapsOptions = {}): Promise<SiteGaps> =>
      get(pathOf(site, '/gaps'), call, { limit, since }),
    /** Adds the answer to the approved information, and returns the reply to the same question. */
    teach: (
      site: string,
      id: string,
      lesson: Lesson,
      call?: CallOptions,
    ): Promise<TaughtQuestion> =>
      post(pathOf(site, `/questions/${segment(id)}/answer`), lesson, call),
    dismiss: (site: string, id: string, call?: GroupOptions): Promise<void> =>
      setStatus(pathOf(site, `/questions/${segment(id)}/dismiss`), call),
    /** Reverts `dismiss`. */
    reopen: (site: string, id: string, call?: GroupOptions): Promise<void> =>
      setStatus(pathOf(site, `/questions/${segment(id)}/reopen`), call),
    deleteQuestion: (site: string, id: string, call?: CallOptions): Promise<void> =>
      remove(pathOf(site, `/questions/${segment(id)}`), call),
    leads,
    iterateLeads: (
      site: string,
      given: ListLeadsOptions = {},
    ): AsyncGenerator<SiteLead, void, undefined> =>
      iteratePages(
        (cursor) => pageOf(leads(site, { limit: pageSizeDefault, ...given, cursor })),
        (page) => page.leads,
      ),
    setLeadStatus: (
      site: string,
      id: string,
      status: LeadStatus,
      options?: CallOptions,
    ): Promise<SiteLead> =>
      json({
        method: 'PATCH',
        path: pathOf(site, `/leads/${segment(id)}`),
        json: { status },
        options,
      }),
    deleteLead: (site: string, id: string, call?: CallOptions): Promise<void> =>
      remove(pathOf(site, `/leads/${segment(id)}`), call),
    /** Asks a question without storing or counting it, optionally of an unsaved profile. */
    preview: (
      site: string,
      question: string,
      { profile, history, mode, language, ...call }: PreviewOptions = {},
    ): Promise<Preview> =>
      post(pathOf(site, '/preview'), { question, profile, history, mode, language }, call),
    /** The profile with taught answers; data of visitors only if requested. */
    export: (
      site: string,
      { questions: withQuestions, leads: withLeads, versions, ...call }: ExportOptions = {},
    ): Promise<SiteExport> =>
      get(pathOf(site, '/export'), call, { questions: withQuestions, leads: withLeads, versions }),
    ...ownerConversations(json),
    /** Sets the server of the site; null means this one. */
    move: (site: string, base: string | null, call?: CallOptions): Promise<SiteBase> =>
      post(pathOf(site, '/move'), { base }, call),
    import: (site: string, exported: SiteExport, call?: CallOptions): Promise<ImportedSite> =>
      post(pathOf(site, '/import'), exported, call),
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
