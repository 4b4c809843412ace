"""Endpoints of pai gow poker."""

from astragal import paigow
from astragal.web.schemas import PaigowGame, PaigowHand, PaigowHouse, PaigowPractice, PaigowSetting
from astragal.web.setting import Room, setting_router

router = setting_router(
    Room(
        rules=paigow.Rules,
        game=paigow.Game,
        choice=PaigowGame,
        hand=PaigowHand,
        house=PaigowHouse,
        setting=PaigowSetting,
        practice=PaigowPractice,
        card="foxwoods",
    )
)
