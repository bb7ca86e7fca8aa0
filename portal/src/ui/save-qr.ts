/** The drawn code as a file of its own. */
const svgBlob = (svg: SVGSVGElement): Blob =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });

function hand(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const saveQrSvg = (svg: SVGSVGElement, fileName: string): void => hand(svgBlob(svg), fileName);

/** Draws the shown code at so many pixels and hands it to the browser as a PNG. */
export function saveQrPng(svg: SVGSVGElement, fileName: string, sizePx: number): void {
  const image = new Image();
  const address = URL.createObjectURL(svgBlob(svg));
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = sizePx;
    canvas.height = sizePx;
    canvas.getContext('2d')?.drawImage(image, 0, 0, sizePx, sizePx);
    URL.revokeObjectURL(address);
    canvas.toBlob((png) => {
      if (png) hand(png, fileName);
    }, 'image/png');
  };
  image.src = address;
}
