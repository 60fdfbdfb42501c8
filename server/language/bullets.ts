/**
 * The mark before a point of a list in something that is written: "- ", "• ", "* ". It is no part of the text. A long dash
 * before small letters is one within a sentence that somebody broke there.
 */
const bullet = /^\s*(?:[-•‣◦▪●○·*]\s+(?=\S)|[–—]\s+(?=[\p{Lu}\d“"‘(]))/u

export const isBulleted = (line: string): boolean => bullet.test(line)

export const withoutBullet = (line: string): string => line.replace(bullet, '')
