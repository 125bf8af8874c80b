import { Button, CopyText } from '../../../design/buttons.tsx';
import { contactWays } from './contact-ways.ts';
import { t } from './words.ts';
import './leads.css';

/** Buttons to call or write; a contact that is neither a number nor an address can be copied. */
export function ContactButtons(props: { readonly contact: string; readonly timezone: string }) {
  const { call, whatsapp, mail } = contactWays(props.contact, props.timezone);
  if (call === undefined && mail === undefined)
    return <CopyText label={t.copy} text={props.contact} />;
  return (
    <div class="row contact-ways">
      {call !== undefined && <Button kind="primary" icon="phone" href={call} label={t.call} />}
      {whatsapp !== undefined && (
        <Button icon="whatsapp" href={whatsapp} isNewTab label="WhatsApp" />
      )}
      {mail !== undefined && <Button kind="primary" icon="mail" href={mail} label={t.mail} />}
    </div>
  );
}
