export const AS_ONE =
  'bot: *job_8f2* is idle; I’ve seen no separate work for this, so it was probably handled together with what came before. I’ll keep looking for a while.'

export const CARD = `⏳ *job_8f2* · working
>add examples
— example/shop on \`main\` · @Ana · since 14:00`
