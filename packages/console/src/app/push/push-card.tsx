/** Turns notifications on this device on and off, and sends a test. */
import type { PushDevice } from '@baraza/contract';
import { client, useResource, useWork } from '../../api/client.ts';
import { pushAbility, turnOffPush, turnOnPush } from '../../api/push.ts';
import { Button } from '../../design/buttons.tsx';
import { Badge, Card, ErrorNote, Loaded } from '../../design/notes.tsx';
import { toast } from '../../design/toast.tsx';
import { day } from '../../words/figures.ts';
import { language } from '../../words/language.ts';
import { t as offerWords } from '../sign-in-words.ts';
import { t } from './words.ts';

export function PushCard() {
  const loaded = useResource('push', (signal) => client.push.list({ signal }));
  return (
    <Card title={offerWords.pushTitle} lead={t.lead}>
      <Loaded resource={loaded} lines={1}>
        {({ devices }) => <Devices devices={devices} refresh={loaded.refresh} />}
      </Loaded>
    </Card>
  );
}

interface DevicesProps {
  readonly devices: readonly PushDevice[];
  readonly refresh: () => Promise<unknown>;
}

function Devices({ devices, refresh }: DevicesProps) {
  const work = useWork();
  const ability = pushAbility();
  const own = devices.find(({ current }) => current);
  const others = devices.filter(({ current }) => !current);
  const turnOn = async () => {
    const { pushOn, pushDeclined } = offerWords;
    toast({ text: (await turnOnPush(language.value)) ? pushOn : pushDeclined });
    await refresh();
  };
  const remove = async ({ id, current }: PushDevice) => {
    await client.push.remove(id);
    if (current) await turnOffPush();
    if (current) toast({ text: t.turnedOff });
    await refresh();
  };
  const tryIt = async () => {
    const { delivered } = await client.push.test();
    toast({ text: delivered ? t.testSent : t.testFailed });
    await refresh();
  };
  return (
    <>
      {own !== undefined && (
        <div class="row">
          <Badge kind="good">{t.isOn}</Badge>
          <Button work={work} onClick={tryIt} label={t.try} />
          <Button kind="quiet" onClick={() => work.run(() => remove(own))} label={t.turnOff} />
        </div>
      )}
      {own === undefined && ability === 'able' && (
        <div class="row">
          <Button kind="primary" icon="phone" work={work} onClick={turnOn} label={t.turnOn} />
        </div>
      )}
      {own === undefined && ability !== 'able' && <p class="hint">{t[ability]}</p>}
      {others.length > 0 && (
        <div class="stack tight">
          <span class="label">{t.others}</span>
          <ul class="ruled-list">
            {others.map((device) => (
              <li key={device.id} class="row apart">
                <span>
                  {device.name} <span class="quiet small">{day(device.createdAt)}</span>
                </span>
                <Button
                  kind="quiet"
                  about={`: ${device.name}`}
                  onClick={() => work.run(() => remove(device))}
                  label={t.turnOff}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <ErrorNote problem={work.problem.value} />
    </>
  );
}
