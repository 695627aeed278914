/**
 * What Valkey does in one step, each at one key. A record is a hash of `data` (sealed) and `idleEndsAt`, in milliseconds of the epoch. An index
 * is a sorted set of the keys of one subject's or one `sid`'s sessions, by their end.
 */
export const scripts = {
  /**
   * KEYS record. ARGV expected data ('' for no record), data ('' ends it), and of a new record idleEndsAt, ms until then. Returns nil if the
   * record is another, otherwise how many replicas must hear that it has ended.
   */
  write: `
local record, expected, data = KEYS[1], ARGV[1], ARGV[2]
if (redis.call('HGET', record, 'data') or '') ~= expected then return nil end
if data == '' then
  redis.call('DEL', record)
  return tonumber(redis.call('INFO', 'replication'):match('connected_slaves:(%d+)'))
end
redis.call('HSET', record, 'data', data)
if expected == '' then
  redis.call('HSET', record, 'idleEndsAt', ARGV[3])
  redis.call('PEXPIRE', record, ARGV[4])
end
return 0`,

  /** KEYS record. ARGV now, idleEndsAt, ms until then. */
  touch: `
local idleEndsAt = redis.call('HGET', KEYS[1], 'idleEndsAt')
if not idleEndsAt or tonumber(idleEndsAt) <= tonumber(ARGV[1]) then return end
redis.call('HSET', KEYS[1], 'idleEndsAt', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])`,

  /** KEYS index. ARGV key of a session, endsAt, now, ms that the index is kept. */
  index: `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])`,

  /** KEYS lock. ARGV the token of who has taken it. */
  release: `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`,
};
