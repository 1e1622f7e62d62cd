/** What is stored of a name that may be of any length. */
const COMPARED_LETTERS = 500
const LATEST_ENDS = 20
/** From fewer, nobody should expect anything. */
const LEAST_ENDS = 5

/**
 * How long work has taken lately in the repository that a row of `followup.job` names: all but the shortest and the longest fifth.
 * What was reported late, or was another run, took nobody knows how long.
 */
export const USUAL = `(select json_build_object('fromMs', times[1], 'toMs', times[2]) from (
    select percentile_cont(array[0.2, 0.8]) within group (order by ms) as times, count(*) as count from (
      select (ended.progress ->> 'finishedAtMs')::float8 - (ended.progress ->> 'sentAtMs')::float8 as ms from followup.followup as ended
      where ended.project_id = job.project_id and ended.state = 'finished'
        and left(ended.progress #>> '{job,source,repository}', ${COMPARED_LETTERS}) = left(job.record #>> '{source,repository}', ${COMPARED_LETTERS})
        and not ended.progress ?| array['late', 'earlier']
      order by (ended.progress ->> 'finishedAtMs')::numeric desc limit ${LATEST_ENDS}) as latest) as usual
  where count >= ${LEAST_ENDS}) as usual`
