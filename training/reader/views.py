"""Splits an entry into views: one view if it is short, otherwise windows of sentences that overlap by one.

The server splits in the same way (`find/windows.ts`), so that training and use see the same texts.
"""

WHOLE_CHARACTERS_MAX = 420
WINDOW_CHARACTERS_MAX = 300


def views_of(sentences: list[str]) -> list[tuple[int, int]]:
    """Each view as the indexes of its first sentence and of the one after its last."""
    lengths = [len(sentence) + 1 for sentence in sentences]
    if sum(lengths) <= WHOLE_CHARACTERS_MAX:
        return [(0, len(sentences))]
    views: list[tuple[int, int]] = []
    start = 0
    while True:
        end = start + 1
        while end < len(sentences) and sum(lengths[start : end + 1]) <= WINDOW_CHARACTERS_MAX:
            end += 1
        views.append((start, end))
        if end == len(sentences):
            return views
        # Windows overlap by a sentence, since the next one often refers to it; not if the window has only one.
        start = end - 1 if end - start > 1 else end
