export const AS_ONE =
  'bot: *job_8f2* is idle; I’ve seen no separate work for this, so it was probably handled together with what came before. I’ll keep looking for a while.'

export const CARD = `⏳ *job_8f2* · working
>add examples
— example/shop on \`main\` · @Ana · since 14:00`

export const STOPPED = `🔕 *job_8f2* · no longer watched
>add examples
— example/shop on \`main\` · @Ana · 2026-11-20 14:00`

export const STOPPED_FOR_BEN =
  'bot: @Ana stopped watching *job_8f2* in this thread, for @Ben too. The agent keeps working. To hear of it again, press *Watch again* on the card.'
