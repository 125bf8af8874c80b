/** Makes a photo small enough to send over a phone's connection, but large enough to read its text. */

const edgeMax = 2_400;
const quality = 0.85;

/** Returns the same file if the browser cannot read it; the server then says what is wrong. */
export async function smallerPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  try {
    // `from-image` turns the picture the way the camera was held.
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = edgeMax / Math.max(picture.width, picture.height);
    if (scale >= 1) return file;
    const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
  } catch {
    return file;
  }
}
