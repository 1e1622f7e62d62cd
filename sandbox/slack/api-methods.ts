import type { ApiMethod } from './api-method.ts'
import { chatMethods } from './methods/chat-methods.ts'
import { conversationMethods } from './methods/conversation-methods.ts'
import { directoryMethods } from './methods/directory-methods.ts'
import { reactionMethods } from './methods/reaction-methods.ts'
import { viewMethods } from './methods/view-methods.ts'

export const API_METHODS: ReadonlyMap<string, ApiMethod> = new Map(
  Object.entries({
    ...chatMethods,
    ...reactionMethods,
    ...conversationMethods,
    ...directoryMethods,
    ...viewMethods
  })
)
