/**
 * What Valkey does in one step. A record is a hash of `data` (sealed), `endsAt` and `idleEndsAt`, in milliseconds of the epoch. Sorted sets
 * hold the keys of records by their end: `live` all of them, an index those of one subject or `sid`.
 */
export const scripts = {
  /** KEYS from, to, live, indexes. ARGV expected data ('' for no record), data, endsAt, idleEndsAt of a new record, now, ms that an index is kept. */
  write: `
local from, to, live = KEYS[1], KEYS[2], KEYS[3]
local expected, data, endsAt, idleEndsAt, now, kept = unpack(ARGV)
if (redis.call('HGET', from, 'data') or '') ~= expected then return 0 end
if from ~= to then
  redis.call('RENAME', from, to)
  redis.call('ZREM', live, from)
end
redis.call('HSET', to, 'data', data, 'endsAt', endsAt)
redis.call('HSETNX', to, 'idleEndsAt', idleEndsAt)
local ends = math.min(redis.call('HGET', to, 'idleEndsAt'), endsAt)
redis.call('PEXPIRE', to, ends - now)
for i = 3, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  redis.call('ZADD', KEYS[i], i == 3 and ends or endsAt, to)
  redis.call('PEXPIRE', KEYS[i], kept)
end
return 1`,

  /** KEYS record, live. ARGV idleEndsAt, now. */
  touch: `
local endsAt, idleEndsAt = unpack(redis.call('HMGET', KEYS[1], 'endsAt', 'idleEndsAt'))
if not endsAt or math.min(endsAt, idleEndsAt) <= tonumber(ARGV[2]) then return end
local ends = math.min(ARGV[1], endsAt)
redis.call('HSET', KEYS[1], 'idleEndsAt', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ends - ARGV[2])
redis.call('ZADD', KEYS[2], ends, KEYS[1])`,

  /** KEYS record, live. Returns data and idleEndsAt. */
  end: `
local kept = redis.call('HMGET', KEYS[1], 'data', 'idleEndsAt')
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return kept`,

  /** KEYS index, live. Returns how many records there were. */
  endAll: `
local count = 0
for _, record in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  count = count + redis.call('DEL', record)
  redis.call('ZREM', KEYS[2], record)
end
redis.call('DEL', KEYS[1])
return count`,

  /** KEYS lock. ARGV the token of who has taken it. */
  release: `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`,
};
