/** How to add the assistant to a website: the code, guides, and allowed websites. */
import type { OriginVerdict } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource, useWork } from '../../../api/client.ts';
import { useCommands } from '../../../app/commands.ts';
import { Button, CopyText } from '../../../design/buttons.tsx';
import { Confirm, Form } from '../../../design/dialogs.tsx';
import { Field, Switch } from '../../../design/fields.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Badge, Card, ErrorNote, Loaded } from '../../../design/notes.tsx';
import { LineList } from '../../../design/parts.tsx';
import { setterOf, useFlag } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { inCurrent } from '../../../words/language.ts';
import { type EditorProps, editorScreen } from '../../information/frame/editor.tsx';
import { SaveBar } from '../../information/frame/save-bar.tsx';
import { type Draft, loadDraft } from '../../information/profile/draft.ts';
import { isOnlyHere, OnlyHere } from '../site/only-here.tsx';
import { QrCode } from '../site/qr-code.tsx';
import { hostedPage } from '../site/site.ts';
import { guides } from './guides.ts';
import { missingTwins, wholeAddress } from './twins.ts';
import { t } from './words.ts';
import './install.css';

export const Install = editorScreen(t, (about) => (
  <div class="install">
    <div class="stack">
      <EmbedLine embed={about.details.embed} />
      <Origins {...about} />
      {about.details.capabilities.includes('rotate-key') && <SiteKey {...about} />}
      <SaveBar draft={about.draft} />
    </div>
    <HostedPage site={about.draft.site} />
  </div>
));

function EmbedLine({ embed }: { readonly embed: string | undefined }) {
  const chosen = useSignal<keyof typeof guides>('HTML');
  const names = Object.keys(guides) as readonly (keyof typeof guides)[];
  if (embed === undefined) return <Card title={t.embedTitle} lead={t.embedOff} />;
  return (
    <Card title={t.embedTitle} lead={t.embedLead}>
      <CodeSnippet label={t.embedTitle} snippets={[{ id: 'html', label: 'HTML', code: embed }]} />
      <Tabs
        label={t.guides}
        tabs={names.map((id) => ({ id, label: id }))}
        current={chosen.value}
        onChange={setterOf(chosen)}
      >
        <ol class="guide">
          {inCurrent<readonly string[]>(guides[chosen.value]).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Tabs>
    </Card>
  );
}

function HostedPage({ site }: { readonly site: string }) {
  const address = hostedPage(site);
  return (
    <Card title={t.pageTitle} lead={isOnlyHere(address) ? undefined : t.pageLead}>
      {isOnlyHere(address) ? <OnlyHere /> : <QrCode text={address} name={site} />}
      <CopyText label={t.pageAddress} text={address} />
      <Button icon="outside" href={address} isNewTab isWide label={t.open} />
    </Card>
  );
}

/** Which websites may show the assistant, and a test of an address. */
function Origins({ draft, profile, set }: EditorProps) {
  const { allowed_origins: origins, require_key: isKeyed } = profile;
  return (
    <Card title={t.originsTitle} lead={origins.length === 0 ? t.originsOpen : t.originsListed}>
      <LineList
        lines={origins}
        blank=""
        addLabel={t.addOrigin}
        removeLabel={t.removeOrigin}
        onChange={set('allowed_origins')}
      >
        {(origin, at, onInput) => (
          <Field
            label={t.origin(at + 1)}
            hint={at === 0 ? t.originHint : undefined}
            type="url"
            value={origin}
            onInput={onInput}
            autocomplete="url"
            spellcheck={false}
          />
        )}
      </LineList>
      {missingTwins(origins).map((twin) => (
        <div key={twin} class="soft-note row" role="status">
          <span class="origin-twin">{t.twinMissing(twin)}</span>
          <Button
            icon="plus"
            onClick={() => set('allowed_origins')([...origins, twin])}
            label={t.twinAdd}
            about={` ${twin}`}
          />
        </div>
      ))}
      <Switch
        label={t.requireKey}
        hint={t.requireKeyHint}
        isOn={isKeyed}
        onChange={set('require_key')}
      />
      <OriginTest draft={draft} />
    </Card>
  );
}

function OriginTest({ draft }: { readonly draft: Draft }) {
  const address = useSignal('');
  const verdict = useSignal<OriginVerdict>();
  const work = useWork();
  const submit = () => {
    verdict.value = undefined;
    void work.run(async () => {
      verdict.value = await client.sites.testOrigin(draft.site, wholeAddress(address.value));
    });
  };
  return (
    <Form class="stack tight" onSubmit={submit}>
      <h3>{t.testTitle}</h3>
      <div class="line">
        <Field
          label={t.testLabel}
          value={address}
          placeholder="duka.co.ke"
          autocomplete="url"
          spellcheck={false}
          inputmode="url"
        />
        <Button type="submit" work={work} isDisabled={address.value.trim() === ''} label={t.test} />
      </div>
      {draft.changes.value.length > 0 && <p class="quiet small">{t.testUnsaved}</p>}
      {verdict.value !== undefined && (
        <p class="row" role="status">
          <Badge kind={verdict.value.allowed ? 'good' : 'alarm'}>
            {verdict.value.allowed ? t.allowed : t.refused}
          </Badge>
          <span class="grow">{verdict.value.why}</span>
        </p>
      )}
      <ErrorNote problem={work.problem.value} />
    </Form>
  );
}

function SiteKey({ draft, details }: EditorProps) {
  const { site } = draft;
  const asking = useFlag();
  useCommands(() => [{ id: 'rotate key', title: t.rotate, icon: 'keys', run: asking.on }], [site]);
  const rotate = async () => {
    await client.sites.rotateKey(site);
    await loadDraft(draft);
    asking.off();
    toast({ text: t.rotated });
    scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <Card title={t.keyTitle} lead={t.keyLead}>
      <CopyText label={t.keyTitle} text={details.site.key} />
      <Button icon="again" onClick={asking.on} label={t.rotate} />
      {asking.isOn && (
        <Confirm
          title={t.rotateTitle}
          action={t.rotate}
          cancel={t.keep}
          onConfirm={rotate}
          onClose={asking.off}
        >
          <p>{t.rotateText}</p>
          <PagesSeen site={site} />
        </Confirm>
      )}
    </Card>
  );
}

const questionsRead = 500;
const pagesShown = 8;

/** The pages that recent questions came from; each needs the new line. */
function PagesSeen({ site }: { readonly site: string }) {
  const latest = useResource(`${site} pages seen`, (signal) =>
    client.sites.questions(site, { limit: questionsRead, signal }),
  );
  return (
    <Loaded resource={latest} lines={2}>
      {({ questions }) => {
        const seen = questions.flatMap(({ page }) => page?.split(/[?#]/)[0] ?? []);
        const pages = [...new Set(seen)];
        if (pages.length === 0) return <p class="quiet">{t.rotateNoPages}</p>;
        return (
          <>
            <p>{t.rotatePages}</p>
            <ul class="soft-note small">
              {pages.slice(0, pagesShown).map((page) => (
                <li key={page}>{page}</li>
              ))}
              {pages.length > pagesShown && <li>+ {pages.length - pagesShown}</li>}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}
