export const CARD = `⏳ *job_8f2* · working
>add examples
— example/shop on \`main\` · @Ana · since 14:00`
