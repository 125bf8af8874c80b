/** The formats of texts and numbers that `format` names; others are not checked. */
import { isIPv4, isIPv6 } from 'node:net';

interface Format {
  readonly type: 'string' | 'number';
  readonly fits: (value: never) => boolean;
}

// Longer ones are not addresses that anybody uses; some expressions would be slow on them.
const addressCharactersMax = 2_048;

const time = String.raw`(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?`;
const zone = String.raw`(?:z|[+-]\d\d(?::?\d\d)?)`;
const day = String.raw`\d\d\d\d-[0-1]\d-[0-3]\d`;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const letters = String.raw`[a-z0-9\u{00a1}-\u{ffff}]`;
const variable = String.raw`(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?`;
const pointerPart = String.raw`(?:\/(?:[^~/]|~0|~1)*)*`;

const formats: { readonly [name: string]: Format } = {
  date: expression(new RegExp(`^${day}$`)),
  time: expression(new RegExp(`^${time}${zone}$`, 'i')),
  'date-time': expression(new RegExp(`^${day}t${time}${zone}$`, 'i')),
  'iso-time': expression(new RegExp(`^${time}${zone}?$`, 'i')),
  'iso-date-time': expression(new RegExp(String.raw`^${day}[t\s]${time}${zone}?$`, 'i')),
  duration: expression(/^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/),
  uri: address(/^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i),
  'uri-reference': address(
    /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
  ),
  'uri-template': address(
    new RegExp(
      String.raw`^(?:(?:[^\x00-\x20"'<>%\\^${'`'}{|}]|%[0-9a-f]{2})|` +
        String.raw`\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\})*$`,
      'i',
    ),
  ),
  url: address(
    new RegExp(
      String.raw`^(?:https?|ftp):\/\/(?:\S+@)?(?:` +
        String.raw`(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})` +
        String.raw`(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])` +
        String.raw`(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))` +
        String.raw`|(?:(?:${letters}+-)*${letters}+)(?:\.(?:${letters}+-)*${letters}+)*` +
        String.raw`(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$`,
      'iu',
    ),
  ),
  email: expression(
    new RegExp(String.raw`^[a-z0-9.!#$%&'*+/=?^_${'`'}{|}~-]+@${label}(?:\.${label})*$`, 'i'),
  ),
  hostname: expression(new RegExp(String.raw`^(?=.{1,253}\.?$)${label}(?:\.${label})*\.?$`, 'i')),
  ipv4: text(isIPv4),
  // An address with the name of a network interface is one of this machine alone.
  ipv6: text((value) => isIPv6(value) && !value.includes('%')),
  regex: text(isExpression),
  uuid: expression(/^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
  'json-pointer': expression(new RegExp(`^${pointerPart}$`)),
  'json-pointer-uri-fragment': expression(
    /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
  ),
  'relative-json-pointer': expression(new RegExp(`^(?:0|[1-9][0-9]*)(?:#|${pointerPart})$`)),
  byte: expression(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/m),
  int32: number((value) => Number.isInteger(value) && value === (value | 0)),
  int64: number(Number.isInteger),
};

/** Undefined if the format is not checked. */
export function findFormat(name: string): Format | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

function expression(source: RegExp): Format {
  return text((value) => source.test(value));
}

function address(source: RegExp): Format {
  return text((value) => value.length <= addressCharactersMax && source.test(value));
}

function text(fits: (value: string) => boolean): Format {
  return { type: 'string', fits };
}

function number(fits: (value: number) => boolean): Format {
  return { type: 'number', fits };
}

function isExpression(source: string): boolean {
  // An end of the text in other languages, which JavaScript reads as a letter.
  if (/[^\\]\\Z/.test(source)) return false;
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
