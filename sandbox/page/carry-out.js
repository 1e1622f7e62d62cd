/** What Slack's composer does with what was typed. True when it was accepted. */
export async function carryOut({ act, notify, person, server }, { channel, threadTs, text, broadcast, files }) {
  if (!text.startsWith('/') || text.startsWith('//')) {
    const place = threadTs ? { threadTs, broadcast } : {}
    const more = files.length > 0 ? { files } : {}
    return Boolean(await act('slack', { do: 'say', user: person, channel: channel.id, text, ...place, ...more }))
  }
  if (threadTs) {
    notify('Slack has no slash commands in threads. Write the instruction itself, or use the command in the channel.')
    return false
  }
  const [, name, rest] = /^(\/\S+)\s*([\s\S]*)$/.exec(text)
  if (name === '/invite') return invite({ act, notify, server }, channel, rest)
  return Boolean(await act('slack', { do: 'command', user: person, channel: channel.id, command: name, text: rest }))
}

async function invite({ act, notify, server }, channel, rest) {
  const wanted = rest.trim().replace(/^@/, '').toLowerCase()
  const isBot = wanted === server.app.name.toLowerCase()
  const user = isBot ? server.app.userId : server.people.find(({ name }) => name.toLowerCase() === wanted)?.id
  if (!user) {
    notify(`There is nobody called “${rest}” to invite.`)
    return false
  }
  return (await act('slack', { do: 'invite', channel: channel.id, user })) !== undefined
}
