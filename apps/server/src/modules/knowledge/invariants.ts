// Invariants of knowledge, checked by `npm run verify`. Each query returns the rows that break its rule.
export const checks = [
  {
    name: 'a collection counts its chunks and their vectors',
    sql: `select c.agent_id, c.chunks, c.vectors, count(k.id), count(k.embedding) from collections c left join chunks k using (agent_id) group by 1 having c.chunks <> count(k.id) or c.vectors <> count(k.embedding) limit 20`,
  },
  {
    name: 'a document counts its chunks, which are numbered without gaps from 0',
    sql: `select d.id, d.chunk_count, count(k.id), min(k.n), max(k.n) from documents d left join chunks k on k.document_id = d.id group by 1 having d.chunk_count <> count(k.id) or min(k.n) <> 0 or max(k.n) <> count(k.id) - 1 limit 20`,
  },
  {
    name: 'a chunk is the part of its document that it says',
    sql: `select k.id from chunks k join documents d on d.id = k.document_id where k.char_end > 0 and d.size < 100000 and char_length(d.content) = d.size and substr(d.content, k.char_start + 1, k.char_end - k.char_start) <> k.text limit 20`,
  },
  {
    name: 'a ready document has all its vectors, and nobody works on it',
    sql: `select d.id from documents d where d.status = 'ready' and (d.lease_until is not null or exists (select 1 from chunks k where k.document_id = d.id and k.embedding is null)) limit 20`,
  },
  {
    name: 'words count the chunks that hold them',
    // Only agents of moderate size: a large one has many millions of words.
    sql: `with small as (select agent_id from collections where chunks <= 5000) select coalesce(w.agent_id, f.agent_id), coalesce(w.word, f.word), w.chunks, f.n from (select w.* from words w join small using (agent_id)) w full join (select k.agent_id, u.lexeme as word, count(*) as n from chunks k join small using (agent_id), unnest(k.tsv) as u where length(u.lexeme) <= 64 group by 1, 2) f on f.agent_id = w.agent_id and f.word = w.word where w.chunks is distinct from f.n limit 20`,
  },
  {
    name: 'a document keeps at most ten earlier contents',
    sql: `select document_id, count(*) from document_versions group by 1 having count(*) > 10 limit 20`,
  },
] as const
