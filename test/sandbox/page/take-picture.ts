import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'

const FOLDER = new URL('../../../docs/', import.meta.url)

/**
 * Renews a picture in the documents if WRITE_PICTURES is set; an ordinary run leaves the tree alone. It shows the whole page, or
 * what is named and all between.
 */
export async function takePicture(page: Page, name: string, ...subject: Locator[]): Promise<void> {
  // Whatever the mouse happens to point at is not part of the picture.
  await page.mouse.move(0, 0)
  for (const part of subject) await part.waitFor()
  if (!process.env.WRITE_PICTURES) return
  const path = fileURLToPath(new URL(name, FOLDER))
  await page.screenshot({ path, ...(subject.length > 0 && { clip: await around(subject) }) })
}

async function around(subject: Locator[]) {
  const boxes = (await Promise.all(subject.map(part => part.boundingBox()))).filter(box => box !== null)
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}
