import {
  beginText,
  drawObject,
  endText,
  lineTo,
  moveTo,
  popGraphicsState,
  PDFContentStream,
  PDFName,
  pushGraphicsState,
  concatTransformationMatrix,
  setFillingGrayscaleColor,
  setFontAndSize,
  setGraphicsState,
  setLineWidth,
  setStrokingGrayscaleColor,
  setTextMatrix,
  showText,
  stroke,
  type PDFDocument,
  type PDFImage,
} from 'pdf-lib'
import { clip, type Fonts } from './fonts.ts'

/** At a width of 200 points: the drawing (three by one), a line, and text of 8 points. */
const designWidth = 200
const drawn = { width: 165, height: 55 }
const lineHeight = 10
const textSize = 7.5

export const heightOf = (width: number, lines: number): number =>
  ((drawn.height + 6 + lines * lineHeight) * width) / designWidth

/** A signature as it is seen: what was drawn, a hairline, and who it was, as a form that a field can show. */
export function drawBlock(
  doc: PDFDocument,
  {
    fonts,
    image,
    lines,
    width,
    height,
  }: { fonts: Fonts; image: PDFImage; lines: string[]; width: number; height: number },
): PDFContentStream {
  const scale = Math.min(width / designWidth, height / heightOf(designWidth, lines.length))
  const room = width / scale
  const line = height / scale - drawn.height - 2
  const operators = [
    pushGraphicsState(),
    concatTransformationMatrix(scale, 0, 0, scale, 0, 0),
    pushGraphicsState(),
    // The drawing is black on white: multiplied, its paper is the page's.
    setGraphicsState('Multiply'),
    concatTransformationMatrix(drawn.width, 0, 0, drawn.height, 0, line + 1),
    drawObject('Drawing'),
    popGraphicsState(),
    setStrokingGrayscaleColor(0.55),
    setLineWidth(0.5),
    moveTo(0, line),
    lineTo(room, line),
    stroke(),
    setFillingGrayscaleColor(0.15),
    ...lines.flatMap((text, i) => {
      const font = i === 0 ? fonts.bold : fonts.regular
      return [
        beginText(),
        setFontAndSize(i === 0 ? 'Bold' : 'Regular', textSize),
        setTextMatrix(1, 0, 0, 1, 0, line - lineHeight * (i + 1) + 1),
        showText(font.encodeText(clip(text, font, textSize, room))),
        endText(),
      ]
    }),
    popGraphicsState(),
  ]
  const { context } = doc
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: {
      Font: { Bold: fonts.bold.ref, Regular: fonts.regular.ref },
      XObject: { Drawing: image.ref },
      ExtGState: { Multiply: { Type: 'ExtGState', BM: PDFName.of('Multiply') } },
    },
  })
  return PDFContentStream.of(dict, operators)
}
