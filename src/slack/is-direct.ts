/** Whether it is somebody's direct messages with the bot, or between two people. */
export const isDirect = (channelId: string): boolean => channelId.startsWith('D')
