/** Who asks to see something, and where: that decides what they may see. */
export type Reader = { userId: string; channelId: string }
