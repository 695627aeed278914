const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isDate = (text: string): boolean => {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
};

/** A time with its offset (RFC 3339, section 5.6); a leap second only at 23:59 UTC. */
const isTime = (text: string): boolean => {
  const found = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i.exec(text);
  if (!found) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((at) =>
    Number(found[at] ?? 0),
  ) as [number, number, number, number, number];
  if (offsetHour > 23 || offsetMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const sign = found[4] === '-' ? -1 : 1;
  const utcMinute = minute - offsetMinute * sign;
  const utcHour = hour - offsetHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
};

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** The formats that the browser checks as ajv-formats does; other formats are checked by the BFF alone. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': (text) => {
    const [date = '', time = '', ...more] = text.split(/t|\s/i);
    return more.length === 0 && isDate(date) && isTime(time);
  },
  email: matches(
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
  ),
  uuid: matches(/^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
};
